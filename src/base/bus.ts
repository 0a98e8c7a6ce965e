/** A typed event bus: listeners are called in order of subscription, and one that throws does not stop the others. */
export interface Bus<E extends { readonly type: string }> {
  on<T extends E['type']>(type: T | '*', listener: (event: Extract<E, { type: T }>) => void): () => void;
  emit(event: E): void;
}

export function createBus<E extends { readonly type: string }>(onListenerError: (error: unknown) => void): Bus<E> {
  const listeners = new Map<string, Set<(event: never) => void>>();
  return {
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    emit(event) {
      for (const key of [event.type, '*']) {
        for (const listener of [...(listeners.get(key) ?? [])]) {
          try {
            listener(event as never);
          } catch (error) {
            onListenerError(error);
          }
        }
      }
    },
  };
}
