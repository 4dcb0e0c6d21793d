/** Asks the person for a proof; false: they declined. */
type AskForProof = () => Promise<boolean>

let asker: AskForProof | null = null
let asking: Promise<boolean> | null = null

/** Sets the function that asks for a proof. Returns a function that removes it. */
export function setProofAsker(next: AskForProof): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Asks once for all pending calls. */
export async function askForProof(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
