import type { ToolResult } from '../../tools/contract/index.ts';
import type { Listed } from '../../wire/mcp/server/ports.ts';
import { RpcError, UNREADABLE } from '../../wire/mcp/server/rpc.ts';
import { uriOf, type Place } from './uris.ts';

const PNG = 'image/png';
const SVG = 'image/svg+xml';
/** Image widths in px, tried in this order until the image fits into a message of 32 KB. */
const WIDTHS = [640, 480, 320] as const;
/** Maximum bytes of an image; as base64 it takes 4 characters for every 3 bytes. */
const MOST_BYTES = 22 * 1024;
/** Maximum number of plots of one result that are offered. */
const MOST_PLOTS = 8;

type Plot = ToolResult['artifacts'][number];
/** Draws a stored SVG file as PNG with a width in px; null if the file is no longer stored. */
export type DrawPlot = (uri: string, width: number) => Promise<Uint8Array | null>;

/** Offers the plots that tools drew as image resources. */
export interface PlotResources {
  list(result: ToolResult): readonly Listed[];
  /** Links to the plots of a result, to be included in the answer to the call. */
  links(result: ToolResult): readonly Listed[];
  /** Draws the plots of a result as images, as many as can be drawn and together fit into `room` bytes. */
  images(result: ToolResult, room: number): Promise<readonly Listed[]>;
  /** Reads the plot at `results/ID/plots/NAME`; undefined if there is none. @throws RpcError if it cannot be drawn */
  read(result: ToolResult, place: Place): Promise<readonly Listed[] | undefined>;
}

const plotsIn = ({ artifacts }: ToolResult): readonly Plot[] => artifacts.filter(({ mime_type }) => mime_type === SVG).slice(0, MOST_PLOTS);

/** @param note receives the error if a plot could not be drawn */
export function plotResources(draw: DrawPlot, note: (error: unknown) => void): PlotResources {
  const drawn = async ({ uri }: Plot): Promise<string | undefined> => {
    for (const width of WIDTHS) {
      const bytes = await draw(uri, width);
      if (bytes === null) return undefined;
      if (bytes.length <= MOST_BYTES) return btoa(String.fromCharCode(...bytes));
    }
    return undefined;
  };
  const list = (result: ToolResult): readonly Listed[] => plotsIn(result).map((plot) => aboutPlot(result, plot));
  return {
    list,
    links: (result) => list(result).map((plot) => ({ type: 'resource_link', ...plot })),
    async images(result, room) {
      const images: Listed[] = [];
      let left = room;
      for (const plot of plotsIn(result)) {
        // Even the smallest plot has a few KB, and drawing one just to find that it does not fit would take longer than many calls.
        if (left < LEAST_ROOM) break;
        // If drawing fails, return the result without this image.
        const data = await drawn(plot).catch(note);
        if (data === undefined || data.length > left) continue;
        images.push({ type: 'image', data, mimeType: PNG });
        left -= data.length;
      }
      return images;
    },
    async read(result, { segments: [, , , name, ...more], from }) {
      const plot = more.length > 0 || from > 0 ? undefined : plotsIn(result).find((each) => each.name === name);
      const undrawable = (error: unknown): never => {
        note(error);
        throw new RpcError(UNREADABLE, 'The plot could not be drawn. Its numbers are in the result of the call.');
      };
      const blob = plot && (await drawn(plot).catch(undrawable));
      return plot && blob !== undefined ? [{ uri: plotUri(result, plot), mimeType: PNG, blob }] : undefined;
    },
  };
}

const LEAST_ROOM = 4096;

const plotUri = ({ tool_call_id }: ToolResult, { name }: Plot): string => uriOf(['results', tool_call_id, 'plots', name]);

const aboutPlot = (result: ToolResult, plot: Plot): Listed => ({
  uri: plotUri(result, plot),
  name: plot.name,
  title: plot.name.replaceAll('_', ' '),
  mimeType: PNG,
});
