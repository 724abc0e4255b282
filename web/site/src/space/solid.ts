// The shapes as solids, with WebGL. Loaded when the page is on screen already.

import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry, Group, Line, LineBasicMaterial, LineDashedMaterial,
  LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, Scene, SphereGeometry, WebGLRenderer,
} from 'three';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { Vector3 as Point } from 'three';
import type { Body3 } from './board3.js';
import { type Camera, VIEW } from './camera.js';
import { type Piece, pointsOf, wires } from './pieces.js';
import type { Vector3 } from './vector3.js';

const flat = (points: Vector3[]): BufferAttribute => new BufferAttribute(new Float32Array(points.flat()), 3);

function surface(piece: Piece): BufferGeometry | null {
  const geometry = new BufferGeometry();
  switch (piece.kind) {
    case 'grid': {
      const width = piece.rows[0]?.length ?? 0;
      const triangles: number[] = [];
      for (let i = 0; i + 1 < piece.rows.length; i++) for (let j = 0; j + 1 < width; j++) {
        const at = i * width + j;
        triangles.push(at, at + width, at + 1, at + 1, at + width, at + width + 1);
      }
      geometry.setAttribute('position', flat(piece.rows.flat()));
      geometry.setIndex(triangles);
      return geometry;
    }
    case 'faces':
      geometry.setAttribute('position', flat(piece.points));
      geometry.setIndex(piece.triangles.flat());
      return geometry;
    case 'hull':
      return piece.points.length < 4 ? null : new ConvexGeometry(piece.points.map((p) => new Point(...p)));
    default:
      return null;
  }
}

/** Whether all points are in the range of floats of 32 bits. */
const fits = (piece: Piece): boolean => pointsOf([piece]).every((p) => p.every((x) => Number.isFinite(Math.fround(x))));

/** Bodies of at most this opacity have no edges and hide nothing. */
const FAINT = 0.4;

export class Solid {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera((VIEW * 180) / Math.PI);
  private readonly made = new Map<string, { text: string; group: Group }>();
  private readonly light = new DirectionalLight(0xffffff, 2.1);

  /** Throws if there is no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.camera.up.set(0, 0, 1);
    this.scene.add(new AmbientLight(0xffffff, 1.5), this.light);
  }

  /** The group of a body, made anew only if the body changed. */
  private group({ name, key, pieces, color, ghost = false, opacity = 0.82 }: Body3): void {
    const text = `${color} ${key}`;
    if (this.made.get(name)?.text === text) return;
    this.remove(name);
    const group = new Group();
    for (const piece of pieces().filter(fits)) this.add(group, piece, new Color(color), ghost, opacity);
    this.scene.add(group);
    this.made.set(name, { text, group });
  }

  private remove(name: string): void {
    const old = this.made.get(name);
    if (!old) return;
    this.scene.remove(old.group);
    old.group.traverse((object) => (object as Mesh).geometry?.dispose());
    this.made.delete(name);
  }

  private add(group: Group, piece: Piece, color: Color, ghost: boolean, opacity: number): void {
    const line = ghost ? new LineDashedMaterial({ color, dashSize: 0.09, gapSize: 0.07 }) : new LineBasicMaterial({ color });
    if (piece.kind === 'curve' || (ghost && piece.kind === 'grid')) {
      for (const points of wires([piece])) {
        const curve = new Line(new BufferGeometry().setFromPoints(points.map((p) => new Point(...p))), line);
        curve.computeLineDistances();
        group.add(curve);
      }
      return;
    }
    if (piece.kind === 'dot') {
      const ball = new Mesh(new SphereGeometry(0.05, 16, 12), new MeshLambertMaterial({ color }));
      ball.position.set(...piece.at);
      group.add(ball);
      return;
    }
    const geometry = surface(piece);
    if (!geometry) return;
    if (opacity > FAINT) {
      const edges = new LineSegments(new EdgesGeometry(geometry, 20), line);
      edges.computeLineDistances();
      group.add(edges);
    }
    if (ghost) return;
    group.add(new Mesh(toCreasedNormals(geometry, 0.5), new MeshLambertMaterial({
      color, side: DoubleSide, transparent: true, opacity, depthWrite: opacity > FAINT, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    })));
  }

  draw(camera: Camera, bodies: Body3[], ground: string): void {
    for (const name of [...this.made.keys()]) if (!bodies.some((body) => body.name === name)) this.remove(name);
    for (const body of bodies) this.group(body);
    const [width, height] = camera.size;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.renderer.setClearColor(new Color(ground));
    this.camera.aspect = width / height;
    this.camera.near = camera.distance / 100;
    this.camera.far = camera.distance * 20;
    this.camera.position.set(...camera.position);
    this.camera.lookAt(...camera.target);
    this.camera.updateProjectionMatrix();
    const [right, up, back] = camera.basis;
    this.light.position.set(...(right.map((x, i) => 0.5 * x + 0.8 * up[i]! + back[i]!) as Vector3));
    this.renderer.render(this.scene, this.camera);
  }
}
