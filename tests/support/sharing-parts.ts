import type { SharingDependencies } from '../../src/core/offline/sharing.ts';
import type { NodeWorkbench } from './node-workbench.ts';

/** What sharing needs, over a bench: a page without elements, no calls, no journal, nothing in the editors. */
export const sharingParts = (bench: NodeWorkbench, change: Partial<Record<keyof SharingDependencies, unknown>> = {}): SharingDependencies =>
  ({
    app_version: '0.0.0',
    page: { base: 'https://page.example/', textOf: () => Promise.resolve(null) },
    captures: bench.captures,
    engine: bench.engine,
    opened: { get: () => undefined },
    verifications: { current: () => null },
    signing: { signerFor: () => undefined },
    removeKeys: (file: File) => Promise.resolve(file),
    merges: { kept: () => [] },
    journals: { kept: () => [] },
    runner: bench.runner,
    answered: () => [],
    conversations: { records: () => [] },
    work: () => ({ selected: [], invocation: '', sql: '' }),
    ...change,
  }) as unknown as SharingDependencies;
