import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/**
 * How a path below a folder is written from the root of the repository that the folder lies in: as GitHub,
 * GitLab and SARIF name files. Outside of a repository it stays as it is.
 */
export function repositoryPaths(folder: string): (path: string) => string {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) {
      const prefix = relative(root, folder)
        .split(sep)
        .filter((part) => part !== '')
      return (path) => [...prefix, path].join('/')
    }
    if (dirname(root) === root) return (path) => path
  }
}
