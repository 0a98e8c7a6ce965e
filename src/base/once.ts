/**
 * A value that is made when it is first asked for, one for all who ask meanwhile and after. Where making it fails, all who wait hear
 * why, and the next who asks tries again.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    if (made !== null) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = null;
    });
    return making;
  };
}
