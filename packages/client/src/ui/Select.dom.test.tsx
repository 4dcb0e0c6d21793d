import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Select } from './Select.tsx'

const drawn = (options: readonly { id: string; name: string }[]) =>
  renderToStaticMarkup(<Select label="Format" options={options} value="json" onChange={() => undefined} />)

test('a choice without options is disabled, because it could not be opened', () => {
  expect(drawn([])).toMatch(/<button[^>]* disabled=""/)
  expect(drawn([{ id: 'json', name: 'JSON' }])).not.toMatch(/<button[^>]* disabled=""/)
})
