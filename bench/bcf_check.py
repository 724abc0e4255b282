"""Reads a BCF file as IfcOpenShell's bcf-client does, whose classes are made from the schema of BCF 3.0, and strictly: elements and
attributes that the schema does not have, values that do not convert, what is required and missing, and patterns are errors.

    python3 -m venv target/bcf && target/bcf/bin/pip install bcf-client==0.9.0
    target/bcf/bin/python bcf_check.py report.bcf
"""

import dataclasses
import re
import sys
import zipfile

import bcf.v3.model as model
from bcf.v3.bcfxml import BcfXml
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.parsers.config import ParserConfig

KINDS = {
    "extensions.xml": model.Extensions,
    "bcf.version": model.Version,
    "project.bcfp": model.ProjectInfo,
    "markup.bcf": model.Markup,
    "viewpoint.bcfv": model.VisualizationInfo,
}


def faults(value, path):
    """What the schema asks for and the parser does not."""
    if isinstance(value, list):
        for item in value:
            yield from faults(item, path)
    if not dataclasses.is_dataclass(value):
        return
    for field in dataclasses.fields(value):
        inner, rule, place = getattr(value, field.name), field.metadata, f"{path}/{field.name}"
        if rule.get("required") and inner is None:
            yield f"{place} is missing"
        if isinstance(inner, list) and len(inner) < rule.get("min_occurs", 0):
            yield f"{place} has too few"
        if isinstance(inner, str) and not re.fullmatch(rule.get("pattern", ".*"), inner, re.DOTALL):
            yield f"{place} must not be {inner!r}"
        if isinstance(inner, str) and len(inner) < rule.get("min_length", 0):
            yield f"{place} is too short"
        yield from faults(inner, place)


def main():
    strict = ParserConfig(fail_on_unknown_properties=True, fail_on_unknown_attributes=True, fail_on_converter_warnings=True)
    parser, found, files = XmlParser(config=strict), [], 0
    with zipfile.ZipFile(sys.argv[1]) as archive:
        for name in archive.namelist():
            if kind := KINDS.get(name.rsplit("/", 1)[-1]):
                found += faults(parser.from_bytes(archive.read(name), kind), name)
                files += 1
    for fault in found:
        print(fault)
    topics = BcfXml.load(sys.argv[1]).topics
    print(f"{files} files, {len(topics)} topics, {len(found)} faults")
    sys.exit(1 if found else 0)


main()
