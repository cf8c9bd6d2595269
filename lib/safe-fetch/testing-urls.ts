export const privateIPv4 = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.0.0.53',
  ],
  ...['127.255.255.254', '169.254.0.1', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255'],
  ...[
    '192.0.0.192',
    '192.0.2.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
  ],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
]

/** Every spelling that a URL parser normalizes to an IPv4 address. */
export function spellings(ip: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const shifted = (text: string, zero: number) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  return [
    ...[ip, `${ip}.`, String(whole), hex(whole), octal(whole), hex(whole).toUpperCase().replace('X', 'x')],
    ...[
      [a, b, c, d].map(hex).join('.'),
      [a, b, c, d].map(octal).join('.'),
      `${hex(a)}.${b}.${octal(c)}.${d}`,
    ],
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${b * 65_536 + c * 256 + d}`, `00${octal(a)}.${b}.${c}.${d}`],
    ...[
      shifted(ip, 0xff10),
      shifted(ip, 0x1d7ce),
      ip.replaceAll('.', '\u3002'),
      ip.replaceAll('.', '\uff0e'),
    ],
    ...[ip.replace(/^./, (digit) => `%3${digit}`), ip.replaceAll('.', '%2e')],
    ...[`[::ffff:${ip}]`, `[::ffff:${groups}]`, `[0:0:0:0:0:ffff:${groups}]`, `[::${ip}]`, `[::${groups}]`],
    ...[`[64:ff9b::${ip}]`, `[64:ff9b::${groups}]`, `[2002:${groups}::1]`, `[::ffff:0:${ip}]`],
  ]
}

export const privateIPv6 = [
  ...[
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2001:10::1',
    '3fff::1',
  ],
  ...[
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%25eth0',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ],
].map((ip) => `[${ip}]`)

export const privateNames = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'localhost.localdomain',
    'printer.local',
    'postgres',
  ],
  ...[
    'redis',
    'metadata',
    'metadata.google.internal',
    'instance-data',
    'intranet',
    'box.lan',
    'nas.home',
    'a.corp',
  ],
  ...['1.0.0.127.in-addr.arpa', 'hidden.onion', 'photos.example.com.', 'a..b.com', `${'a'.repeat(64)}.com`],
  ...[`${'abcdefgh.'.repeat(28)}com`, 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'local\u00adhost', '%6c%6f%63%61%6c%68%6f%73%74'],
]

export const ports = [
  0, 1, 22, 25, 53, 81, 444, 3_000, 5_432, 6_379, 8_080, 8_443, 9_200, 11_211, 65_535, 65_536,
]

export const schemes = [
  ...[
    'file:///etc/passwd',
    'file://photos.example.com/a',
    'ftp://photos.example.com/a',
    'gopher://photos.example.com/1',
  ],
  ...[
    'data:image/png;base64,iVBORw0KGgo=',
    'blob:http://photos.example.com/1',
    'javascript:alert(1)',
    'about:blank',
  ],
  ...[
    'ws://photos.example.com/a',
    'wss://photos.example.com/a',
    'dict://photos.example.com/',
    'jar:http://a.com!/b',
  ],
  ...[
    '',
    ' ',
    '/a.jpg',
    '//photos.example.com/a.jpg',
    'photos.example.com/a.jpg',
    'http:',
    'http://',
    'http:///a.com/b',
  ],
  ...[
    'http:photos.example.com',
    'http:/photos.example.com',
    'https:\\\\photos.example.com',
    'http://?',
    'http://#',
  ],
]

export const tricks = [
  ...[
    'http://user@photos.example.com/',
    'http://user:pass@photos.example.com/',
    'http://@photos.example.com/',
  ],
  ...[
    'http://photos.example.com@127.0.0.1/',
    'http://127.0.0.1@photos.example.com/',
    'http://:@photos.example.com/',
  ],
  ...[
    'http://photos.example.com\\@127.0.0.1/',
    'http://127.0.0.1\\@photos.example.com/',
    'http://127.0.0.1\\a',
  ],
  ...[
    ' http://photos.example.com/',
    'http://photos.example.com/ ',
    'http://photos.example.com/a b',
    'ht\ntp://a.com/',
  ],
  ...[
    'http://photos.exam\tple.com/',
    'http://photos.example.com/\u0000',
    'http://127.0.0.1#@photos.example.com/',
  ],
  ...[
    'http://127.0.0.1?@photos.example.com/',
    'http://127.1/%00.photos.example.com',
    'http://127.0.0.1%00.a.com/',
  ],
  ...[
    'http://127.0.0.1\u0000.photos.example.com/',
    'http://[::1].photos.example.com/',
    'http://[127.0.0.1]/',
  ],
  ...['http://photos.example.com:80:80/', 'http://photos.example.com:80@127.0.0.1/', 'http://a%40127.0.0.1/'],
  ...[`http://photos.example.com/${'a'.repeat(2_048)}`],
]
