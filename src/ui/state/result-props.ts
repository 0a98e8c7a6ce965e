import type { ResultView } from '../../workbench/results.ts';

/** Props of a component that shows a result. */
export interface ResultProps {
  readonly result: ResultView;
}
