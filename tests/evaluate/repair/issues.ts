import type { Kind } from './kind.ts';
import { ISSUES_ARGUMENTS } from './issues-arguments.ts';
import { ISSUES_CALLS } from './issues-calls.ts';
import { ISSUES_LOST } from './issues-lost.ts';
import { ISSUES_SELECTIONS } from './issues-selections.ts';

/** Kinds that follow issue threads, written before any reader was tried on them. Their first look is in docs/assistants.md. */
export const ISSUES: readonly Kind[] = [...ISSUES_CALLS, ...ISSUES_ARGUMENTS, ...ISSUES_SELECTIONS, ...ISSUES_LOST];
