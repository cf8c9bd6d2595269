export const collect = {
  within: 'Collect within',
  by: 'Collect it by {{when}}. After that the customer can cancel for free, and it counts as a strike.',
  late: 'You had until {{when}} to collect it. The customer can cancel for free now, and it would count as a strike.',
  strike: 'It was not collected, so it counts as a strike. If that is wrong, write to us.',
  title: 'Have you collected it?',
  text: 'Once it is sent, the customer cannot cancel. Check that you have everything before you drive off.',
  textOffline:
    'You have no connection, so it is sent later. Until it has arrived, the customer can still cancel. Check that you have everything before you drive off.',
  untilSent: 'Until it has arrived, the customer can still cancel.',
  act: 'Yes, I have it',
  notYet: 'Not yet',
} as const
