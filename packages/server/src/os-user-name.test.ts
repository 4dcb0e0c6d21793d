import { expect, test } from 'vitest'
import { fullNameIn, osUserName } from './os-user-name.ts'

test('the full name of an account', () => {
  const passwd =
    'root:x:0:0:root:/root:/bin/bash\nmara:x:1000:1000:Mara Nowak,Room 3,,:/home/mara:/bin/sh\nbob:x:1001:1001:& Smith:/home/bob:/bin/sh\nnode:x:1002:1002::/home/node:/bin/sh\n'
  expect(['mara', 'bob', 'root', 'node', 'nobody-there'].map((login) => fullNameIn(passwd, login))).toEqual([
    'Mara Nowak',
    'Bob Smith',
    'root',
    null,
    null,
  ])
})

test('there is always a name', async () => {
  expect(await osUserName()).not.toBe('')
})
