/** Where the label of a point is drawn, in px. If `end` is true, the text ends at this position instead of starting there. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly end: boolean;
  /** Whether the label is so far from its point that a line must connect them. */
  readonly away: boolean;
}

export interface LabelFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Mean width of a character of chart labels in px. */
const CHARACTER = 7;
const HEIGHT = 13;
const GAP = 7;
/** Radius in px of the ring around a marked point, with its stroke. */
const RING = 5;
/** Vertical offsets of a chart label from its point, in lines, in the order in which they are tried. */
const STEPS = [0, -1, 1, -2, 2, -3, 3, -4, 4] as const;

/**
 * Places labels beside their points so that none overlaps another label, a labelled point or the edge of the frame: to the right if that is
 * free, otherwise to the left, otherwise one or more lines above or below. If no position is free, a label is placed as if it were alone.
 * Earlier labels take precedence.
 *
 * @param marks positions of the points in px, with their labels
 */
export function labelPlaces(
  marks: readonly { readonly x: number; readonly y: number; readonly label: string }[],
  frame: LabelFrame,
): readonly LabelPlace[] {
  const taken: Box[] = marks.map(({ x, y }) => ({ left: x - RING, right: x + RING, top: y - RING, bottom: y + RING }));
  return marks.map(({ x, y, label }) => {
    const width = CHARACTER * label.length;
    const candidates = STEPS.flatMap((step) =>
      [false, true].map((end): LabelPlace => ({ x: end ? x - GAP : x + GAP, y: y + 4 + step * HEIGHT, end, away: step !== 0 })),
    );
    const inside = candidates.filter((place) => within(boxOf(place, width), frame));
    const place = inside.find((each) => !taken.some((box) => overlap(box, boxOf(each, width)))) ?? inside[0] ?? candidates[0]!;
    taken.push(boxOf(place, width));
    return place;
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = ({ x, y, end }: LabelPlace, width: number): Box => ({
  left: end ? x - width : x,
  right: end ? x : x + width,
  top: y - HEIGHT + 3,
  bottom: y + 3,
});
const within = (box: Box, frame: LabelFrame): boolean =>
  box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
