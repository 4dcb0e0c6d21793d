/** Repeats a piece of text until it has at least this many bytes. */
export function repeated(piece: string, bytes: number): string {
  return piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)))
}

/** Joins numbered pieces of text until they have at least this many characters. */
export function counted(of: (i: number) => string, length: number): string {
  const pieces: string[] = []
  for (let i = 0, done = 0; done < length; i++) {
    const next = of(i)
    pieces.push(next)
    done += next.length
  }
  return pieces.join('')
}
