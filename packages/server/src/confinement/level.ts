/** How far this machine lets us shut programs in. Plain data: the supervisor finds it out once and tells its processes. */
export type ConfinementLevel = {
  /** all: they see an empty root with what they need, no network and no other process. net: no network. */
  namespaces: 'all' | 'net' | 'none';
  /** Namespaces are made inside a user namespace, as an ordinary user may. */
  userNamespace: boolean;
  /** Each program gets a user id that nothing else has. */
  ownUser: boolean;
  /** util-linux: takes away privileges for good, and ends a program with the one that started it. */
  setpriv: boolean;
};

/** Nothing but what the limits of a shell give. */
export const unconfined: ConfinementLevel = { namespaces: 'none', userNamespace: false, ownUser: false, setpriv: false };

/** Best first. What root tries, and what others do. */
export const levelsFor = (root: boolean): ConfinementLevel[] =>
  root
    ? [
        { namespaces: 'all', userNamespace: false, ownUser: true, setpriv: true },
        // Where files of ours are closed to everybody but root.
        { namespaces: 'all', userNamespace: true, ownUser: false, setpriv: true },
        { namespaces: 'net', userNamespace: false, ownUser: true, setpriv: true },
        { namespaces: 'none', userNamespace: false, ownUser: true, setpriv: true },
        { namespaces: 'net', userNamespace: false, ownUser: false, setpriv: true },
        { namespaces: 'none', userNamespace: false, ownUser: false, setpriv: true },
        unconfined,
      ]
    : [
        { namespaces: 'all', userNamespace: true, ownUser: false, setpriv: true },
        { namespaces: 'net', userNamespace: true, ownUser: false, setpriv: true },
        { namespaces: 'none', userNamespace: false, ownUser: false, setpriv: true },
        unconfined,
      ];

/** What is not kept from a decoder that a hostile file has taken over, in words that follow "not protected:". */
export function missingProtections({ namespaces, ownUser, setpriv }: ConfinementLevel): string[] {
  const hidden = namespaces === 'all';
  return [
    ...(namespaces === 'none' ? ['the network'] : []),
    ...(hidden ? [] : [ownUser ? 'files that every user may read' : 'files of this user, the secret key among them']),
    ...(hidden || ownUser ? [] : ['other processes of this user']),
    ...(setpriv ? [] : ['programs that raise privileges']),
  ];
}

/** One line for the person who starts the server; null when nothing is missing. */
export function confinementNotice(level: ConfinementLevel): string | null {
  const missing = missingProtections(level);
  if (missing.length === 0) return null;
  return `Decoders run with fewer protections than possible. Not protected: ${missing.join('; ')}. See docs/security.md.`;
}
