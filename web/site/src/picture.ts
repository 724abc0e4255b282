// The picture on screen as a file: SVG with its colours written out, or PNG.

import { svg } from './dom.js';

const COPIED = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity', 'font-family', 'font-size', 'font-weight'];

/** A copy of the picture that needs no style sheet and has no handles. */
export function copyOf(root: SVGSVGElement): SVGSVGElement {
  const copy = root.cloneNode(true) as SVGSVGElement;
  const [from, to] = [root.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of COPIED) {
      const value = style.getPropertyValue(name);
      if (value) to[i]!.setAttribute(name, value);
    }
  });
  for (const element of to) {
    for (const name of ['class', 'tabindex', 'role', 'aria-label', 'aria-hidden', 'data-grip']) element.removeAttribute(name);
  }
  [...root.querySelectorAll('.knob, .reach')].map((knob) => to[[...from].indexOf(knob)]!).forEach((knob) => knob.remove());
  const [, , width, height] = root.getAttribute('viewBox')!.split(' ');
  copy.replaceChildren(svg('rect', { width: width!, height: height!, fill: getComputedStyle(root).backgroundColor }), ...copy.childNodes);
  for (const name of ['id', 'class', 'aria-label', 'role']) copy.removeAttribute(name);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width!);
  copy.setAttribute('height', height!);
  return copy;
}

const text = (root: SVGSVGElement): string => new XMLSerializer().serializeToString(copyOf(root));

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const saveSvg = (root: SVGSVGElement): void => save(new Blob([text(root)], { type: 'image/svg+xml' }), 'barycast.svg');

export async function savePng(root: SVGSVGElement): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text(root))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, 'barycast.png'));
}
