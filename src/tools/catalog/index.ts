import type { AnyTool } from '../definition.ts';
import { bluetoothAddressAnalyzer } from './bluetooth_address_analyzer/index.ts';

/** Every tool of the product, sorted by name, then version. Adding a tool is one line here. */
export const catalog: readonly AnyTool[] = [bluetoothAddressAnalyzer];
