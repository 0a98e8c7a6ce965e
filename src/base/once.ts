/**
 * A value that is created on first request and shared by all callers. If creation fails, every pending caller gets the error and the next
 * call tries again.
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
