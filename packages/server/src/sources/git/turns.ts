import { type OneAtATime, oneAtATime } from '../../one-at-a-time.ts'

/** Work of a repository, one at a time. Nothing is done before `begin` was called. */
export type Turns = OneAtATime & {
  readonly begin: () => void
  readonly begun: Promise<void>
}

export function openTurns(): Turns {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return { ...oneAtATime(begun), begin: () => begin(), begun }
}
