// The models with WebGL, and lines on them. Loaded when the page is on screen already.

import { AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Mesh, MeshLambertMaterial, MeshBasicMaterial, PerspectiveCamera, Scene, SphereGeometry, WebGLRenderer } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { type Camera, VIEW } from '../space/camera.js';
import type { Point, Slot, Surface } from './worker.js';

export type LineName = 'section-a' | 'section-b' | 'clash' | 'normal' | 'tree' | 'tree-last';
export type Colors = Record<'ground' | Slot | 'mark' | 'ink' | 'both' | 'soft', string>;

const WIDTHS: Record<LineName, number> = { 'section-a': 2.5, 'section-b': 2.5, clash: 4, normal: 3, tree: 1, 'tree-last': 2 };

const COLORS: Record<LineName, keyof Colors> = { 'section-a': 'ink', 'section-b': 'ink', clash: 'mark', normal: 'mark', tree: 'soft', 'tree-last': 'both' };

export class View {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera((VIEW * 180) / Math.PI);
  private readonly light = new DirectionalLight(0xffffff, 2.1);
  private readonly models = new Map<Slot, Mesh<BufferGeometry, MeshLambertMaterial>>();
  private readonly lines = new Map<LineName, LineSegments2>();
  private readonly ball = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ depthTest: false, transparent: true }));

  /** Throws if there is no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.ball.visible = false;
    this.ball.renderOrder = 3;
    this.scene.add(new AmbientLight(0xffffff, 1.5), this.light, this.ball);
  }

  /** Shows the surface in a slot, or nothing. `origin` is where the picture has its zero. */
  set(slot: Slot, surface: Surface | null, origin: Point): void {
    const old = this.models.get(slot);
    if (old) {
      this.scene.remove(old);
      old.geometry.dispose();
      old.material.dispose();
      this.models.delete(slot);
    }
    if (!surface) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
    geometry.setIndex(new BufferAttribute(surface.indices, 1));
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ side: DoubleSide, flatShading: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    mesh.position.set(surface.middle[0] - origin[0], surface.middle[1] - origin[1], surface.middle[2] - origin[2]);
    this.models.set(slot, mesh);
    this.scene.add(mesh);
  }

  /** Shows segments, six numbers each, or none. */
  setLines(name: LineName, segments: ArrayLike<number>, origin: Point): void {
    const old = this.lines.get(name);
    if (old) {
      this.scene.remove(old);
      old.geometry.dispose();
      old.material.dispose();
      this.lines.delete(name);
    }
    if (segments.length === 0) return;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(Float32Array.from(segments, (x, i) => x - origin[i % 3]!));
    const line = new LineSegments2(geometry, new LineMaterial({ linewidth: WIDTHS[name], depthTest: false, transparent: true }));
    line.renderOrder = name === 'clash' ? 2 : 1;
    this.lines.set(name, line);
    this.scene.add(line);
  }

  draw(camera: Camera, colors: Colors, picked: Point | null, origin: Point): void {
    const [width, height] = camera.size;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.renderer.setClearColor(new Color(colors.ground));
    for (const [slot, mesh] of this.models) mesh.material.color.set(colors[slot]);
    for (const [name, line] of this.lines) {
      line.material.color.set(colors[COLORS[name]]);
      line.material.resolution.set(width, height);
    }
    this.ball.visible = picked !== null;
    if (picked) {
      this.ball.position.set(picked[0] - origin[0], picked[1] - origin[1], picked[2] - origin[2]);
      const depth = camera.screen(picked)?.depth ?? camera.distance;
      this.ball.scale.setScalar((6 * 2 * Math.tan(VIEW / 2) * depth) / height);
      this.ball.material.color.set(colors.mark);
    }
    this.camera.aspect = width / height;
    this.camera.near = camera.distance / 200;
    this.camera.far = camera.distance * 20;
    const { position, target } = camera;
    this.camera.up.set(...camera.up);
    this.camera.position.set(position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]);
    this.camera.lookAt(target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]);
    this.camera.updateProjectionMatrix();
    const [right, up, back] = camera.basis;
    this.light.position.set(...(right.map((x, i) => 0.5 * x + 0.8 * up[i]! + back[i]!) as Point));
    this.renderer.render(this.scene, this.camera);
  }
}
