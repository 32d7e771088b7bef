import type { ExposureSettings } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { VeilLook } from '../../../shared/media/veil-look.ts';
import { exposureSettingsQuery } from '../../shell/care/exposure-queries.ts';
import { usePreference } from './preference.ts';

const veilLooks = ['blur', 'grey', 'off'] as const satisfies VeilLook[];
const switches = ['on', 'off'] as const;
const strengths = ['light', 'medium', 'strong'] as const;
export type BlurStrength = (typeof strengths)[number];

/** Of a card; larger prints take more. */
const blurPixels = { light: 10, medium: 18, strong: 32 };

/** How flagged media looks to whoever has not chosen. */
const lookOf = ({ blur, greyscale }: ExposureSettings): VeilLook => (blur ? 'blur' : greyscale ? 'grey' : 'off');

/** How one person wants to see hard media in this browser; until they choose, as the account has it. */
export function useManner(userId: string) {
  const account = useQuery(exposureSettingsQuery).data;
  const switchOf = (isOn: boolean | undefined) => (isOn === false ? 'off' : 'on');
  const [veil, setVeil] = usePreference('veil', userId, veilLooks, account ? lookOf(account) : 'blur');
  const [strength, setStrength] = usePreference('veil-strength', userId, strengths, 'medium');
  const [grey, setGrey] = usePreference('reveal-grey', userId, switches, switchOf(account?.greyscale));
  const [small, setSmall] = usePreference('reveal-small', userId, switches, 'off');
  const [mute, setMute] = usePreference('video-mute', userId, switches, switchOf(account?.mute));
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--veil-blur', `${blurPixels[strength]}px`);
    return () => {
      document.documentElement.style.removeProperty('--veil-blur');
    };
  }, [strength]);
  const turn = (set: (choice: 'on' | 'off') => void) => (isOn: boolean) => set(isOn ? 'on' : 'off');
  return {
    veil,
    setVeil,
    strength,
    setStrength,
    isGrey: grey === 'on',
    setGrey: turn(setGrey),
    isSmall: small === 'on',
    setSmall: turn(setSmall),
    isMuted: mute === 'on',
    setMuted: turn(setMute),
  };
}
