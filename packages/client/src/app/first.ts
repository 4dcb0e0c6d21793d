import { loadTexts, startI18n } from '../i18n/i18n.ts'
import { watchMissingLanguages } from '../i18n/missing-language.ts'
import { startRequest } from '../lib/server/started-requests.ts'
import { SCREEN_CODE } from './screen-code.ts'
import { dataAt, destinationOf, isOpen, type SessionPart, screensAt, textsAt } from './screens.ts'

// The first script to run, while most of the code is still loading. Starts to load everything that the first screen
// needs, so that nothing waits for anything else; `main.tsx` then uses it. Imports as little as possible.

const { pathname, search } = window.location

watchMissingLanguages()
void startI18n(textsAt(pathname))
const session = startRequest('/api/session')
if (isOpen(pathname)) loadCode(pathname)
else loadDestination().catch(ignore)

async function loadDestination(): Promise<void> {
  const reply = await session
  if (!reply.ok) return
  const known: SessionPart = await reply.clone().json()
  const path = destinationOf(pathname, known)
  if (path === null) return
  loadCode(path)
  if (path !== pathname) loadTexts(textsAt(path)).catch(ignore)
  const [, project] = /^\/p\/([^/]+)/.exec(path) ?? []
  if (project === undefined) return
  // Live events are followed from the one that the project names, so nothing else can be read before.
  await startRequest(`/api/projects/${project}`)
  for (const address of dataAt(path, search)) startRequest(address).catch(ignore)
}

function loadCode(path: string): void {
  for (const screen of screensAt(path)) SCREEN_CODE[screen]().catch(ignore)
}

/** The router loads it again, and shows what fails. */
function ignore(): void {}
