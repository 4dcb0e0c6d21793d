/** Calls all listeners. */
export type Emitter<A extends readonly unknown[] = []> = {
  readonly emit: (...args: A) => void
  /** Returns a function that stops listening. */
  readonly subscribe: (listener: (...args: A) => void) => () => void
}

/** Creates an emitter of events without a stored value. */
export function createEmitter<A extends readonly unknown[] = []>(): Emitter<A> {
  const listeners = new Set<(...args: A) => void>()
  return {
    emit: (...args) => {
      for (const listener of [...listeners]) listener(...args)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value that components can subscribe to: the same object until it changes. */
export type ReadableStore<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

export type Store<T> = ReadableStore<T> & { readonly set: (next: T) => void }

/** Creates a value outside of React that components follow with `useStore`. */
export function createStore<T>(first: T): Store<T> {
  const { emit, subscribe } = createEmitter()
  let value = first
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}
