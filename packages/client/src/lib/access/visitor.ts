import { isFailure } from '@dragoman/contract'
import { readStored, store } from '../browser-storage.ts'
import { parseJson } from '../parse-json.ts'

/** What someone without an account has said about themselves, stored in this browser. */
export type VisitorIdentity = {
  readonly name: string
  readonly address?: string
  /** Proof that the address was confirmed. */
  readonly pass?: string
}

/** `new`: who they are; `confirm`: that the address is theirs; `other-name`: theirs belongs to an account. */
export type VisitorQuestion = 'new' | 'confirm' | 'other-name'

type Asker = (question: VisitorQuestion) => Promise<VisitorIdentity | null>

const STORAGE_KEY = 'dragoman-visitor'

let asker: Asker | null = null

/** Sets the function that asks a visitor. Returns a function that removes it. */
export function setVisitorAsker(next: Asker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Returns the visitor stored in this browser; null: nothing yet. */
export function knownVisitor(): VisitorIdentity | null {
  const kept = parseJson(readStored(STORAGE_KEY))
  if (typeof kept !== 'object' || kept === null) return null
  const of = new Map(Object.entries(kept))
  const [name, address, pass] = ['name', 'address', 'pass'].map((field) => of.get(field))
  if (typeof name !== 'string' || name === '') return null
  return {
    name,
    ...(typeof address === 'string' ? { address } : {}),
    ...(typeof pass === 'string' ? { pass } : {}),
  }
}

export function rememberVisitor(visitor: VisitorIdentity): void {
  store(STORAGE_KEY, JSON.stringify(visitor))
}

/**
 * Sends something as a visitor, after asking once for what the project requires. Returns null if they
 * decline; otherwise throws what `send` throws.
 */
export async function asVisitor<T>(send: (visitor: VisitorIdentity) => Promise<T>): Promise<T | null> {
  let visitor = knownVisitor() ?? (await ask('new'))
  while (visitor !== null) {
    try {
      return await send(visitor)
    } catch (error) {
      const question = questionAfter(error)
      if (question === null) throw error
      visitor = await ask(question)
    }
  }
  return null
}

function questionAfter(error: unknown): VisitorQuestion | null {
  if (isFailure(error, 'address-not-confirmed')) return 'confirm'
  if (isFailure(error, 'name-of-account')) return 'other-name'
  const isAboutVisitor =
    isFailure(error, 'invalid-input') && error.fields.some(({ pointer }) => pointer.startsWith('/visitor'))
  return isAboutVisitor ? 'new' : null
}

function ask(question: VisitorQuestion): Promise<VisitorIdentity | null> {
  return asker?.(question) ?? Promise.resolve(null)
}
