import { setImmediate as breathe } from 'node:timers/promises'

/** How many questions are asked at the same time. */
const AT_ONCE = 4

/**
 * Asks one question after the other, each once for all who wait for its answer, with breaks in which requests are
 * answered: a thousand listeners who have to be checked again hold no one up. An answer is never older than the
 * question.
 */
export function openQuestions<Of extends string | number, T>(
  answer: (sessionHash: string, about: Of) => Promise<T>,
): (sessionHash: string, about: Of) => Promise<T> {
  const waiting = new Map<string, { readonly ask: () => Promise<void>; readonly answered: Promise<T> }>()
  let asking = 0

  async function askAll(): Promise<void> {
    if (asking === AT_ONCE) return
    asking += 1
    for (;;) {
      await breathe()
      const ask = first()
      if (ask === null) break
      await ask()
    }
    asking -= 1
  }

  /** Takes the first question: who asks it from now on needs a newer answer. */
  function first(): (() => Promise<void>) | null {
    for (const [key, { ask }] of waiting) {
      waiting.delete(key)
      return ask
    }
    return null
  }

  return (sessionHash, about) => {
    const key = `${about} ${sessionHash}`
    const known = waiting.get(key)
    if (known !== undefined) return known.answered
    let ask: () => Promise<void> = async () => undefined
    const answered = new Promise<T>((resolve, reject) => {
      ask = () => answer(sessionHash, about).then(resolve, reject)
    })
    waiting.set(key, { ask, answered })
    void askAll()
    return answered
  }
}
