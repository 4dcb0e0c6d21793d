import { existsSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'

/**
 * Returns a function that turns a path below a folder into one relative to the root of its repository, as
 * GitHub, GitLab and SARIF expect. Outside of a repository, paths stay as they are.
 */
export function repositoryPaths(folder: string): (path: string) => string {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) {
      const prefix = relative(root, folder)
        .split(sep)
        .filter((part) => part !== '')
      // Code can be outside of the folder.
      return (path) => posix.normalize([...prefix, path].join('/'))
    }
    if (dirname(root) === root) return (path) => path
  }
}
