import { useSyncExternalStore } from 'react'

/** Calls back whoever listens. */
export type Emitter<A extends readonly unknown[] = []> = {
  readonly emit: (...args: A) => void
  /** Returns the way to stop listening. */
  readonly subscribe: (listener: (...args: A) => void) => () => void
}

/** Something that happens now and then and holds no value. */
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

/** What a screen can follow: the same value until it changes. */
export type ReadableStore<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

export type Store<T> = ReadableStore<T> & { readonly set: (next: T) => void }

/** One value outside of React that screens follow with `useStore`. */
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

/** The value of a store, drawn anew when it changes. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
