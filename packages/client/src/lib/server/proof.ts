import { createStore, type ReadableStore } from '../store.ts'

/** Asks the person for a proof; false: they declined. */
type AskForProof = () => Promise<boolean>

let asker: AskForProof | null = null
let asking: Promise<boolean> | null = null
const asked = createStore(false)

/** Whether the person is being asked for a proof: calls that need it wait for them, nothing is under way. */
export const isAskedForProof: ReadableStore<boolean> = asked

/** Sets the function that asks for a proof. Returns a function that removes it. */
export function setProofAsker(next: AskForProof): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Asks once for all pending calls. */
export async function askForProof(): Promise<boolean> {
  if (asking === null) {
    asked.set(true)
    asking = (asker?.() ?? Promise.resolve(false)).finally(() => {
      asking = null
      asked.set(false)
    })
  }
  return asking
}
