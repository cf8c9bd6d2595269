/** How the people of the operator and of partners get in. */
export const members = {
  suspended: 'Your access is suspended. Ask an owner.',
  roleTooLow: 'Your role does not allow this.',
  stepUpRequired: 'Please confirm that it is you: with your passkey or a code.',
  signInRefused: 'That did not work. Check the name, the password and the code.',
  proofRefused: 'That is not right, or it was used before. Try again with a new code or your passkey.',
  passkeyRefused: 'This passkey could not be registered. Try again, or use another device.',
  invitationEnded: 'This invitation no longer works. Ask for a new one.',
  challengeEnded: 'That took too long, or it was finished before. Start again.',
  loginNameTaken: 'Somebody else has this name. Choose another one.',
  lastOwner: 'There must be an active owner. Make somebody else an owner first.',
  lastWayIn: 'This is your only way in. Add another passkey or a password first.',
  keyIsRevoked: 'This key is revoked. Issue a new one.',
  noPassword: 'You sign in with a passkey, so there is no code to replace. Set a password first.',
  noPasskey: 'You have no passkey. Use a code of your authenticator app.',
  invitationUsed: 'This invitation has been used already.',
}
