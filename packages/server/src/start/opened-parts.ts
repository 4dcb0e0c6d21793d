/** Called when a part has been opened or closed: for tests, which can throw to prevent a start. */
export type OnPart = (part: string, state: 'opened' | 'closed') => void

/** The parts that are open. They are closed in reverse, so that none outlives a part that it uses. */
export type OpenedParts = {
  /** Registers how to close a part that was just opened. */
  readonly add: (part: string, close: () => unknown) => void
  /** Closes all parts, even if closing some of them fails. Throws the first error. */
  readonly close: () => Promise<void>
}

/** Like `AsyncDisposableStack`, which older versions of Node.js do not have. */
export function openedParts(onPart: OnPart = () => undefined): OpenedParts {
  const parts: { readonly part: string; readonly close: () => unknown }[] = []
  return {
    add(part, close) {
      parts.push({ part, close })
      onPart(part, 'opened')
    },
    async close() {
      const errors: unknown[] = []
      for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
        try {
          await last.close()
          onPart(last.part, 'closed')
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
