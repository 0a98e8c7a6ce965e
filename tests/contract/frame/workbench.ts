import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';

let started: Promise<NodeWorkbench> | undefined;

/** The product in Node with engine and kernels, started when the first row wants it and shared by all. */
export const workbench = (): Promise<NodeWorkbench> => (started ??= nodeWorkbench());

/** Ends what was started; afterwards nothing of it may be used. */
export async function closeWorkbench(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}
