/** The channel, language and namespace of a file. */
export type ServedFile = {
  readonly projectId: number
  readonly channel: string
  readonly language: string
  readonly namespace: string
}

/** Returns a string that identifies a file, built once for each that is kept in memory. */
export function nameOfServedFile({ projectId, channel, language, namespace }: ServedFile): string {
  return JSON.stringify([projectId, channel, language, namespace])
}

/** Returns the file that a string of `nameOfServedFile` identifies. */
export function servedFileOfName(place: string): ServedFile {
  const [projectId, channel, language, namespace] = JSON.parse(place) as [number, string, string, string]
  return { projectId, channel, language, namespace }
}
