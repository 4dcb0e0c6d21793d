import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../test/folder-project.ts'
import { listen, type Received } from '../../test/listen.ts'
import { eventually } from '../../test/test-server.ts'
import { ALLOW_LOOPBACK, openReceiver } from '../../test/webhook-receiver.ts'

describe('over HTTP', () => {
  let project: FolderProject
  beforeEach(async () => {
    project = await folderProject(
      { 'en/common.json': '{ "a": "A", "b": "B" }', 'de/common.json': '{}' },
      { config: { allowedAddresses: ALLOW_LOOPBACK } },
    )
  })
  afterEach(() => project.test.close())

  const open = (headers: Record<string, string> = {}) =>
    project.test.request('/api/projects/shop/events', { headers })

  test('a save is reported with what changed', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    await project.save('a', 'de', 'Ä')
    const { event } = await eventually(async () =>
      stream.events.find((received) => received.event.type === 'changed'),
    )
    const row = await project.row('a', 'de')
    expect(event).toMatchObject({
      translations: [{ keyId: row?.key.id, language: 'de', version: row?.target.version }],
      keys: [],
    })
    await stream.leave()
    await eventually(async () => project.test.server.deps.live.listeners() === 0)
  })

  test('people are notified outside of projects too of what needs them', async () => {
    const stream = listen(await project.test.request('/api/notifications/events'))
    expect((await eventually(async () => stream.events[0])).event).toEqual({ type: 'joined' })
    await stream.leave()
  })

  test('a change on disk is reported within two seconds', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    await project.write('de/common.json', '{ "b": "Be" }')
    await eventually(async () => stream.events.find((received) => received.event.type === 'changed'))
    await eventually(async () => stream.events.find((received) => received.event.type === 'files'))
    await stream.leave()
  })

  test('a listener that continues where the project was read gets what has changed since', async () => {
    const { lastEventId } = await project.test.call(api.projects.get, { params: project.params })
    await project.save('a', 'de', 'Ä')
    const stream = listen(await project.test.request(`/api/projects/shop/events?lastEventId=${lastEventId}`))
    const { event } = await eventually(async () => stream.events[0])
    expect(event).toMatchObject({ type: 'changed', translations: [{ language: 'de' }] })
    await stream.leave()
  })

  test('a reconnecting listener gets missed events, once', async () => {
    const first = listen(await open())
    const joined = await eventually(async () => first.events[0])
    expect(joined.event).toEqual({ type: 'joined' })
    await first.leave()
    await project.save('a', 'de', 'eins')
    await project.save('a', 'de', 'zwei')
    const changes = (stream: { events: Received[] }) =>
      stream.events.filter((received) => received.event.type === 'changed')
    const stream = listen(await open({ 'last-event-id': joined.id }))
    await eventually(async () => changes(stream).length === 2)
    const [one, two] = changes(stream)
    await project.save('a', 'de', 'drei')
    await eventually(async () => changes(stream).length === 3)
    await stream.leave()
    const later = listen(await open({ 'last-event-id': one?.id ?? '' }))
    await eventually(async () => changes(later).length === 2)
    expect(changes(later)[0]).toEqual(two)
    await later.leave()
  })

  test('a listener with an unknown position starts over', async () => {
    const first = listen(await open())
    const { id } = await eventually(async () => first.events[0])
    await first.leave()
    const other = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const lastSeen of ['999999', '999999-0123abcd', 'what', other]) {
      const stream = listen(await open({ 'last-event-id': lastSeen }))
      expect((await eventually(async () => stream.events[0])).event).toEqual({ type: 'reset' })
      await stream.leave()
    }
  })

  test('new channels and releases are reported', async () => {
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    const count = () => stream.events.filter(({ event }) => event.type === 'releases').length
    const { params } = project
    await project.test.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await eventually(async () => count() === 1)
    await project.test.call(api.releases.create, { params, body: { title: '', notes: '' } })
    await eventually(async () => count() === 2)
    await stream.leave()
  })

  test('changed webhooks are reported, and what they are requested to send is not', async () => {
    const receiver = await openReceiver()
    const stream = listen(await open())
    await eventually(async () => project.test.server.deps.live.listeners() === 1)
    const reported = () => stream.events.map(({ event }) => event.type)
    const { params } = project
    const all = { topics: null, languages: null, namespaces: null, isOn: true, withNames: false }
    const { webhook } = await project.test.call(api.webhooks.create, {
      params,
      body: { url: receiver.url, description: '', ...all },
    })
    await project.test.call(api.webhooks.test, { params: { ...params, webhook: webhook.id } })
    await project.test.call(api.webhooks.update, {
      params: { ...params, webhook: webhook.id },
      body: { isOn: false },
    })
    await project.test.call(api.releases.create, { params, body: { title: '', notes: '' } })
    await eventually(async () => reported().includes('releases'))
    expect(reported()).toEqual(['joined', 'webhooks', 'webhooks', 'releases'])
    await stream.leave()
    await receiver.close()
  })

  test('a disconnected source, and a job, are reported separately', async () => {
    const { sources } = await project.test.call(api.sources.list, { params: project.params })
    const stream = listen(await open())
    await project.test.call(api.sources.remove, {
      params: { ...project.params, source: sources[0]?.id ?? 0 },
    })
    await eventually(async () => stream.events.find((received) => received.event.type === 'files'))
    const { job } = await project.test.call(api.sources.create, {
      params: project.params,
      body: { folder: project.locales },
    })
    const ended = await eventually(async () =>
      stream.events.find(({ event }) => event.type === 'job' && event.job.state === 'done'),
    )
    expect(ended.event).toMatchObject({ job: { id: job.id, kind: 'connect-folder' } })
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
