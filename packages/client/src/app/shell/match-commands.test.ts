import { expect, test } from 'vitest'
import { matchCommands } from './match-commands.ts'

const commands = [
  { name: 'Translate into German', words: 'de Deutsch German' },
  { name: 'Keys', words: 'Keys' },
  { name: 'Übersicht', words: 'Übersicht' },
]

test('matches the beginnings of words in any order; accents do not matter', () => {
  expect(matchCommands(commands, 'deu').map(({ name }) => name)).toEqual(['Translate into German'])
  expect(matchCommands(commands, 'ger tran').map(({ name }) => name)).toEqual(['Translate into German'])
  expect(matchCommands(commands, 'ubers').map(({ name }) => name)).toEqual(['Übersicht'])
  expect(matchCommands(commands, 'eys')).toEqual([])
  expect(matchCommands(commands, ' ')).toHaveLength(3)
})

test('a hyphen in the typed text separates words, as in the names', () => {
  const found = matchCommands([{ name: 'Two-factor sign-in', words: '' }], 'two-factor')
  expect(found).toHaveLength(1)
})
