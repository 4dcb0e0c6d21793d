// Defines what the folders of the client can import. `check-dependencies.mjs` checks every import.

/** Layers of packages/client/src, each with the layers it can import. */
const LAYERS = {
  lib: [],
  i18n: ['lib'],
  ui: ['lib', 'i18n'],
  components: ['lib', 'i18n', 'ui'],
  features: ['lib', 'i18n', 'ui', 'components'],
  routes: ['lib', 'i18n', 'ui', 'components', 'features', 'app'],
  app: ['lib', 'i18n', 'ui', 'components', 'features', 'routes', 'styles'],
}

/**
 * Folders of `lib`, each with those it can import. Files at the root of `lib` serve all of them and import
 * none.
 */
const LIB_FOLDERS = {
  access: [],
  focus: [],
  folders: ['server'],
  list: ['shortcuts'],
  notices: [],
  page: [],
  saving: ['server'],
  server: ['notices'],
  shortcuts: ['focus', 'notices'],
  status: ['saving', 'server'],
  text: [],
}

/**
 * Features divided into folders: each folder with those of the same feature it can import. Files at the root
 * of the feature compose all of them; of these, a folder can only import `queries.ts`.
 */
const FEATURE_FOLDERS = {
  comments: { box: [], markdown: [], thread: ['box', 'markdown'] },
  files: { branches: [], repository: [], sync: ['repository'] },
  keys: { bulk: [], cell: ['bulk'], grid: ['bulk', 'cell'], key: [] },
  releases: {
    channels: ['missing-keys', 'moves', 'release'],
    'missing-keys': [],
    moves: ['release'],
    release: [],
  },
  translations: {
    box: [],
    list: ['saving'],
    plural: ['box'],
    saving: ['plural'],
    search: [],
    side: [],
    string: ['box', 'plural', 'saving'],
  },
}

/** A feature with more files at its root than this is hard to find one's way in. */
const FLAT_AT_MOST = 40

/** Returns which features of the client have too many files at their root, of all of its files (below `src/`). */
export function flatFeatures(files) {
  const counts = new Map()
  for (const file of files) {
    const [layer, feature, ...rest] = file.split('/')
    if (layer === 'features' && rest.length === 1 && !/\.test\.tsx?$/.test(file))
      counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > FLAT_AT_MOST)
    .map(([feature, count]) => `${feature} has ${count} files at its root: divide it into folders`)
}

/** Returns why a file of the client must not import another (both below `src/`); null if it can. */
export function clientProblem(from, to) {
  const [layer] = from.split('/')
  const [other] = to.split('/')
  const allowed = LAYERS[layer]
  if (other === '..') return null
  if (allowed === undefined) return `${layer} is in no layer: name it in scripts/client-layers.mjs`
  if (layer !== other) return allowed.includes(other) ? null : `${layer} may not import ${other}`
  const [fromPath, toPath] = [from, to].map((file) => file.split('/').slice(1))
  if (layer === 'lib') return libProblem(fromPath, toPath)
  return layer === 'features' ? featureProblem(fromPath, toPath) : null
}

/** Returns why a file of the client must not import another package of ours; null if it can. */
export function clientPackageProblem(from, name) {
  return from.startsWith('ui/')
    ? `ui knows nothing of the product and may not import @dragoman/${name}`
    : null
}

const WAYS_TO_SERVER = new Map([
  ['call', /(?<![.\w])call\(\s*api\b/],
  ['fetch', /(?<![.\w])fetch\(/],
  ['EventSource', /\bEventSource\(/],
])

/** Files in addition to `queries.ts` that access the server, and how. */
const SPEAKS_TO_SERVER = new Map([
  ['lib/server/started-requests.ts', 'fetch'],
  // Apart from the other queries, because the start needs only these.
  ['lib/server/session-query.ts', 'call'],
  ['lib/server/account-query.ts', 'call'],
  ['lib/server/overview-query.ts', 'call'],
  // Loaded with the screens that count strings.
  ['lib/server/found-query.ts', 'call'],
  ['lib/saving/send-save.ts', 'call'],
  ['lib/server/event-stream.ts', 'EventSource'],
])

/** Returns why a file of the client must not contain this text; null if it can. */
export function clientTextProblem(from, text) {
  const isQueries = from.split('/').at(-1) === 'queries.ts'
  for (const [way, pattern] of WAYS_TO_SERVER) {
    const mayUse = SPEAKS_TO_SERVER.get(from) === way || (isQueries && way === 'call')
    if (!mayUse && pattern.test(text)) return `speaks to the server (${way}) outside of queries.ts`
  }
  // In Safari, the press of Enter that confirms a candidate would count as Enter.
  if (from !== 'lib/is-composing.ts' && /\.isComposing\b/.test(text))
    return 'reads isComposing of an event, which is wrong in Safari: isComposing() of lib/is-composing.ts is not'
  return null
}

function libProblem([folder, ...from], [otherFolder, ...to]) {
  if (folder === otherFolder || to.length === 0) return null
  if (from.length === 0) return `the root of lib may not import lib/${otherFolder}`
  const allowed = LIB_FOLDERS[folder]
  if (allowed === undefined) return `lib/${folder} is not named in scripts/client-layers.mjs`
  return allowed.includes(otherFolder) ? null : `lib/${folder} may not import lib/${otherFolder}`
}

function featureProblem([feature, ...from], [otherFeature, ...to]) {
  if (feature !== otherFeature) return `feature ${feature} may not import feature ${otherFeature}`
  if (from.length === 1) return null
  const [folder] = from
  const allowed = FEATURE_FOLDERS[feature]?.[folder]
  if (allowed === undefined) return `${feature}/${folder} is not named in scripts/client-layers.mjs`
  const [other] = to
  if (to.length === 1)
    return other === 'queries.ts' ? null : `${feature}/${folder} may not import what composes it: ${other}`
  return folder === other || allowed.includes(other)
    ? null
    : `${feature}/${folder} may not import ${feature}/${other}`
}
