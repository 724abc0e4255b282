//! Rows as Parquet, for data tools: typed columns, with a dictionary of strings.

use super::columns::{Cell, Column, Kind};
use parquet::basic::{Compression, LogicalType, Repetition, Type};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types;
use std::io::{self, Write};
use std::sync::Arc;

/// Number of rows in memory, and in a row group of the file.
const GROUP: usize = 1 << 16;

/// Writes the rows as a file; all columns are optional.
pub(crate) fn write<'a, const N: usize>(
    columns: &[Column; N],
    rows: impl Iterator<Item = [Cell<'a>; N]>,
    mut out: impl Write,
) -> io::Result<()> {
    // The writer needs an output that it may send to other threads, which standard output is not.
    let bytes = bytes(columns, rows).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn bytes<'a, const N: usize>(
    columns: &[Column; N],
    rows: impl Iterator<Item = [Cell<'a>; N]>,
) -> Result<Vec<u8>, ParquetError> {
    let fields: Result<Vec<_>, _> = columns.iter().map(field).collect();
    let schema = types::Type::group_type_builder("rows").with_fields(fields?).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties))?;
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let rows: Vec<[Cell<'_>; N]> = rows.by_ref().take(GROUP).collect();
        let mut group = file.next_row_group()?;
        let mut at = 0;
        while let Some(column) = group.next_column()? {
            let cells = || rows.iter().map(|row| row[at]);
            match columns[at].1 {
                Kind::Text => fill::<ByteArrayType>(column, cells().map(text)),
                Kind::Flag => fill::<BoolType>(column, cells().map(flag)),
                Kind::Number => fill::<DoubleType>(column, cells().map(number)),
            }?;
            at += 1;
        }
        group.close()?;
    }
    file.close()?;
    Ok(bytes)
}

fn field((head, kind): &Column) -> Result<types::TypePtr, ParquetError> {
    let (physical, logical) = match kind {
        Kind::Text => (Type::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Flag => (Type::BOOLEAN, None),
        Kind::Number => (Type::DOUBLE, None),
    };
    let field = types::Type::primitive_type_builder(head, physical).with_repetition(Repetition::OPTIONAL);
    Ok(Arc::new(field.with_logical_type(logical).build()?))
}

fn fill<T: DataType>(
    mut column: SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut values, mut filled) = (Vec::new(), Vec::new());
    for cell in cells {
        filled.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    column.typed::<T>().write_batch(&values, Some(&filled), None)?;
    column.close()
}

fn text(cell: Cell<'_>) -> Option<ByteArray> {
    if let Cell::Text(text) = cell { Some(text.into()) } else { None }
}

fn flag(cell: Cell<'_>) -> Option<bool> {
    if let Cell::Flag(flag) = cell { Some(flag) } else { None }
}

fn number(cell: Cell<'_>) -> Option<f64> {
    if let Cell::Number(number) = cell { Some(number) } else { None }
}
