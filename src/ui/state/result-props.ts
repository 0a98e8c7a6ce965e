import type { ResultView } from '../../workbench/results.ts';

/** What a component that draws a result is given. */
export interface ResultProps {
  readonly result: ResultView;
}
