import { DOCUMENTED_ANTHROPIC } from './documented-anthropic.ts';
import { DOCUMENTED_MESSAGES, type DocumentedCase } from './documented-messages.ts';
import { DOCUMENTED_MORE_CHAT } from './documented-more-chat.ts';
import { DOCUMENTED_MORE_GEMINI } from './documented-more-gemini.ts';
import { DOCUMENTED_MORE_OTHERS } from './documented-more-others.ts';
import { DOCUMENTED_MORE_RESPONSES } from './documented-more-responses.ts';
import { DOCUMENTED_OPENAI } from './documented-openai.ts';
import { DOCUMENTED_OTHERS } from './documented-others.ts';
import { DOCUMENTED_PROVIDERS } from './documented-providers.ts';
import { DOCUMENTED_STREAMS } from './documented-streams.ts';

/** Every documented example. */
export const DOCUMENTED: readonly DocumentedCase[] = [
  ...DOCUMENTED_MESSAGES,
  ...DOCUMENTED_STREAMS,
  ...DOCUMENTED_PROVIDERS,
  ...DOCUMENTED_OPENAI,
  ...DOCUMENTED_ANTHROPIC,
  ...DOCUMENTED_OTHERS,
  ...DOCUMENTED_MORE_CHAT,
  ...DOCUMENTED_MORE_RESPONSES,
  ...DOCUMENTED_MORE_GEMINI,
  ...DOCUMENTED_MORE_OTHERS,
];
