/**
 * Returns the head of every query key that belongs to a project, so that live events can find them:
 * `['project', slug, area, …]`.
 */
export function projectKey<const Rest extends readonly unknown[]>(project: string, ...rest: Rest) {
  return ['project', project, ...rest] as const
}
