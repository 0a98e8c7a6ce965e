import { expectTypeOf, it } from 'vitest';
import type * as published from '../../../public/workbench.d.ts';
import type { RunOptions, SaveOptions, Workbench } from '../../../src/app/public.ts';
import type { WorkbenchEvent } from '../../../src/ui/workbench.ts';

it('publishes types that the workbench keeps', () => {
  expectTypeOf<keyof published.Workbench>().toEqualTypeOf<keyof Workbench>();
  expectTypeOf<keyof published.Workbench['session']>().toEqualTypeOf<keyof Workbench['session']>();
  expectTypeOf<ReturnType<Workbench['captures']>>().toExtend<ReturnType<published.Workbench['captures']>>();
  expectTypeOf<Workbench['open']>().toExtend<published.Workbench['open']>();
  expectTypeOf<Workbench['problems']>().toExtend<published.Workbench['problems']>();
  expectTypeOf<Workbench['query']>().toExtend<published.Workbench['query']>();
  expectTypeOf<Workbench['tools']>().toExtend<published.Workbench['tools']>();
  expectTypeOf<Workbench['validate']>().toExtend<published.Workbench['validate']>();
  expectTypeOf<Workbench['run']>().toExtend<published.Workbench['run']>();
  expectTypeOf<Workbench['lint']>().toExtend<published.Workbench['lint']>();
  expectTypeOf<Workbench['plan']>().toExtend<published.Workbench['plan']>();
  expectTypeOf<Workbench['replay']>().toExtend<published.Workbench['replay']>();
  expectTypeOf<Workbench['repair']>().returns.toExtend<ReturnType<published.Workbench['repair']>>();
  expectTypeOf<Workbench['encode']>().toExtend<published.Workbench['encode']>();
  expectTypeOf<Workbench['decode']>().toExtend<published.Workbench['decode']>();
  expectTypeOf<ReturnType<Workbench['audit']>>().toExtend<ReturnType<published.Workbench['audit']>>();
  expectTypeOf<ReturnType<Workbench['metrics']>>().toExtend<ReturnType<published.Workbench['metrics']>>();
  expectTypeOf<Parameters<Workbench['project']>[1]>().toEqualTypeOf<published.ResultView>();
  expectTypeOf<WorkbenchEvent['type']>().toEqualTypeOf<published.EventType>();
  expectTypeOf<published.RunOptions>().toExtend<RunOptions>();
  expectTypeOf<published.SaveOptions>().toExtend<SaveOptions>();
});
