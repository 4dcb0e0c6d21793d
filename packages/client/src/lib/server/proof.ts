/** Asks the person to prove who they are; false: they would rather not. */
type AskForProof = () => Promise<boolean>

let asker: AskForProof | null = null
let asking: Promise<boolean> | null = null

/** Sets who asks for a proof. Returns the way to stop. */
export function setProofAsker(next: AskForProof): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Asks once, however many calls wait for it. */
export async function askForProof(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
