// The shapes as solids, with WebGL. Loaded when the page is on screen already.

import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry, Group, Line, LineBasicMaterial, LineDashedMaterial,
  LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, Scene, SphereGeometry, WebGLRenderer,
} from 'three';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { Vector3 as Point } from 'three';
import type { Shape } from '../shapes.js';
import { type Camera, VIEW } from './camera.js';
import { type Piece, pieces, wires } from './pieces.js';
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

export interface Colors {
  ground: string;
  a: string;
  b: string;
}

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

  /** The group of a shape, made anew only if the shape changed. */
  private group(key: string, shape: Shape | null, color: string, ghost: boolean): void {
    const text = JSON.stringify([shape, color]);
    const old = this.made.get(key);
    if (old?.text === text) return;
    if (old) {
      this.scene.remove(old.group);
      old.group.traverse((object) => (object as Mesh).geometry?.dispose());
    }
    const group = new Group();
    if (shape) for (const piece of pieces(shape)) this.add(group, piece, new Color(color), ghost);
    this.scene.add(group);
    this.made.set(key, { text, group });
  }

  private add(group: Group, piece: Piece, color: Color, ghost: boolean): void {
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
    const edges = new LineSegments(new EdgesGeometry(geometry, 20), line);
    edges.computeLineDistances();
    group.add(edges);
    if (ghost) return;
    group.add(new Mesh(toCreasedNormals(geometry, 0.5), new MeshLambertMaterial({
      color, side: DoubleSide, transparent: true, opacity: 0.82, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    })));
  }

  draw(camera: Camera, shapes: { a: Shape; b: Shape; ghost: Shape | null }, colors: Colors): void {
    this.group('a', shapes.a, colors.a, false);
    this.group('b', shapes.b, colors.b, false);
    this.group('ghost', shapes.ghost, colors.b, true);
    const [width, height] = camera.size;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.renderer.setClearColor(new Color(colors.ground));
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
