// The worker's side of the page: questions are sent to it, and it is started again when its module has stopped.

import type { Calls, Fault, Op } from './worker.js';

/** What the worker could not answer. */
export class Failure extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

type Waiting = { resolve: (answer: never) => void; reject: (failure: Failure) => void };

export class Engine {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  /** `lost` is called when the models in the worker are gone. */
  constructor(private readonly lost: () => void) {}

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer?: never; fault?: Fault }>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (!data.fault) return waiting?.resolve(data.answer as never);
      waiting?.reject(new Failure(data.fault.code, data.fault.message));
      if (data.fault.code === 'stopped') this.stop(data.fault.message);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.stop(event.message || 'the worker stopped');
    });
    return worker;
  }

  private stop(message: string): void {
    this.worker?.terminate();
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Failure('stopped', message));
    this.lost();
  }

  call<K extends Op>(op: K, words: Omit<Calls[K], 'answer'>, transfer: Transferable[] = []): Promise<Calls[K]['answer']> {
    this.worker ??= this.start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject } as Waiting);
      this.worker!.postMessage({ id, op, ...words }, transfer);
    });
  }
}
