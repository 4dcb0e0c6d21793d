/** Who last changed the rights of the person here, by project, until a notice has shown it. */
const changedBy = new Map<string, string>()

/** Keeps the name of who changed the rights of the person here; undefined: it is not known of the last change. */
export function keepOwnRightsChange(project: string, by: string | undefined): void {
  if (by === undefined) changedBy.delete(project)
  else changedBy.set(project, by)
}

/** Returns who last changed the rights of the person here, once; null if unknown. */
export function takeOwnRightsChange(project: string): string | null {
  const by = changedBy.get(project) ?? null
  changedBy.delete(project)
  return by
}
