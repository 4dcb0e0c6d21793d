/**
 * Returns whether a folder contains copies, third-party files or a tool's own files. Such a folder is never
 * read or written.
 */
export function isIgnoredFolder(name: string): boolean {
  return (
    name.startsWith('.') || IGNORED.has(name) || /\.(?:xcloc|framework|xcframework|xcarchive)$/.test(name)
  )
}

const IGNORED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '__pycache__',
  'Pods',
  'DerivedData',
])
