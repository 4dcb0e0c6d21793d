import { api, type LiveEvent } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../test/folder-project.ts'
import { eventually } from '../../test/test-server.ts'
import { openLiveHub, type SentEvent } from './hub.ts'
import { liveStream } from './stream.ts'

type Received = { id: number | null; event: LiveEvent }

/** Reads a stream of events until it is left. */
function listen(response: Response): {
  events: Received[]
  comments: string[]
  leave: () => Promise<void>
  ended: Promise<void>
} {
  const events: Received[] = []
  const comments: string[] = []
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('No stream')
  let text = ''
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) return
      text += new TextDecoder().decode(value)
      for (let cut = text.indexOf('\n\n'); cut >= 0; cut = text.indexOf('\n\n')) {
        const block = text.slice(0, cut)
        text = text.slice(cut + 2)
        if (block.startsWith(':')) comments.push(block)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        const id = /^id: (\d+)$/m.exec(block)?.[1]
        if (data !== undefined)
          events.push({ id: id === undefined ? null : Number(id), event: JSON.parse(data) })
      }
    }
  })()
  return { events, comments, ended, leave: () => reader.cancel() }
}

describe('over HTTP', () => {
  let project: FolderProject
  beforeEach(async () => {
    project = await folderProject({ 'en/common.json': '{ "a": "A", "b": "B" }', 'de/common.json': '{}' })
  })
  afterEach(() => project.test.close())

  const open = (headers: Record<string, string> = {}) =>
    project.test.request('/api/projects/shop/events', { headers })

  test('a save is told with what changed', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    await project.save('a', 'de', 'Ä')
    const { id, event } = await eventually(async () =>
      stream.events.find((received) => received.event.type === 'changed'),
    )
    const row = await project.row('a', 'de')
    expect(event).toMatchObject({
      revision: id,
      translations: [{ keyId: row?.key.id, language: 'de', version: row?.target.version }],
      keys: [],
    })
    await stream.leave()
    await eventually(async () => project.test.server.deps.live.listeners() === 0)
  })

  test('a change on disk is told within two seconds', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    await project.write('de/common.json', '{ "b": "Be" }')
    await eventually(async () => stream.events.find((received) => received.event.type === 'changed'))
    await eventually(async () => stream.events.find((received) => received.event.type === 'files'))
    await stream.leave()
  })

  test('who comes back gets what was missed', async () => {
    const { revision } = await project.test.call(api.projects.get, { params: project.params })
    await project.save('a', 'de', 'eins')
    await project.save('a', 'de', 'zwei')
    const stream = listen(await open({ 'last-event-id': String(revision) }))
    await eventually(
      async () => stream.events.filter((received) => received.event.type === 'changed').length === 2,
    )
    expect(stream.events.slice(0, 2).map((received) => received.id)).toEqual([revision + 1, revision + 2])
    await stream.leave()
    const later = listen(await open({ 'last-event-id': String(revision + 2) }))
    await eventually(async () => later.events.length >= 2)
    expect(later.events.slice(0, 2).map((received) => received.event.type)).toEqual(['files', 'project'])
    await later.leave()
  })

  test('who was away too long starts anew', async () => {
    const stream = listen(await open({ 'last-event-id': '999999' }))
    const { revision } = await project.test.call(api.projects.get, { params: project.params })
    expect(await eventually(async () => stream.events[0])).toEqual({
      id: revision,
      event: { type: 'reset', revision },
    })
    await stream.leave()
  })

  test('ends when its session is signed out', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    await project.test.call(api.session.signOut, {})
    await stream.ended
    expect(project.test.server.deps.live.listeners()).toBe(0)
  })

  test('a closing server ends the streams', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    const again = await project.test.restart()
    await stream.ended
    await again.close()
  })
})

describe('the hub', () => {
  const changeSet = (revision: number) => ({
    projectId: 1,
    revision,
    operationId: revision,
    files: [],
    translations: [],
    keys: [],
  })

  test('keeps a thousand events and says so when more were missed', () => {
    const hub = openLiveHub()
    for (let revision = 1; revision <= 1500; revision++) hub.committed(changeSet(revision))
    const seen = (lastSeen: number) => {
      const sent: SentEvent[] = []
      hub.join(
        1,
        { lastSeen, revision: 1500 },
        { send: (event) => void sent.push(event), end: () => {}, sessionHash: null },
      )()
      return sent
    }
    expect(seen(499)[0]?.event.type).toBe('reset')
    expect(seen(500).filter((sent) => sent.event.type === 'changed')).toHaveLength(1000)
    expect(seen(1500).filter((sent) => sent.event.type === 'changed')).toHaveLength(0)
    expect(seen(2000)[0]?.event.type).toBe('reset')
  })

  test('beats while nothing happens', async () => {
    const hub = openLiveHub()
    const stream = listen(
      liveStream(hub, { projectId: 1, lastSeen: null, revision: 0, sessionHash: null, heartbeatMs: 10 }),
    )
    await eventually(async () => stream.comments.length >= 3)
    await stream.leave()
    expect(hub.listeners()).toBe(0)
  })

  test('drops a reader that does not read', async () => {
    const hub = openLiveHub()
    const response = liveStream(hub, { projectId: 1, lastSeen: null, revision: 0, sessionHash: null })
    const many = Array.from({ length: 500 }, (_, keyId) => ({ keyId, language: 'de', version: 1 }))
    for (let revision = 1; revision < 200 && hub.listeners() > 0; revision++)
      hub.committed({ ...changeSet(revision), translations: many })
    expect(hub.listeners()).toBe(0)
    await response.body?.cancel()
  })
})
