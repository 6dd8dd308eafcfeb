// SPDX-License-Identifier: MIT
//
// sdl-pad: a game that uses SDL2, as far as its pads go. ./suite builds it.
//
// Prints a line at a time, ID being SDL's number of the pad:
//
//   sdl 2.26.5            its version
//   ID name TEXT          and guid, kind (an SDL_GameControllerType, or joystick where SDL has no
//                         map for it), player, axes, buttons, hats, rumble, map
//   added ID              after these
//   ready                 all that was there at the start has been added
//   ID a 1                a button or an axis by SDL's name, and its value
//   removed ID
//
// Takes, a line at a time, from standard input, whose end ends it:
//
//   rumble ID LOW HIGH MS   prints `rumbled STATUS MICROSECONDS`: what SDL said and after how long

#include <SDL.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void describe(int id, SDL_Joystick *joystick, SDL_GameController *controller) {
  char guid[33];
  SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(joystick), guid, sizeof guid);
  printf("%d name %s\n", id, SDL_JoystickName(joystick));
  printf("%d guid %s\n", id, guid);
  if (controller) {
    char *map = SDL_GameControllerMapping(controller);
    printf("%d kind %d\n", id, (int)SDL_GameControllerGetType(controller));
    printf("%d map %s\n", id, map ? map : "none");
    SDL_free(map);
  } else {
    printf("%d kind joystick\n", id);
  }
  printf("%d player %d\n", id, SDL_JoystickGetPlayerIndex(joystick));
  printf("%d axes %d\n", id, SDL_JoystickNumAxes(joystick));
  printf("%d buttons %d\n", id, SDL_JoystickNumButtons(joystick));
  printf("%d hats %d\n", id, SDL_JoystickNumHats(joystick));
  printf("%d rumble %d\n", id, (int)SDL_JoystickHasRumble(joystick));
}

static void add(int index) {
  SDL_GameController *controller =
      SDL_IsGameController(index) ? SDL_GameControllerOpen(index) : NULL;
  SDL_Joystick *joystick =
      controller ? SDL_GameControllerGetJoystick(controller) : SDL_JoystickOpen(index);
  if (!joystick) {
    printf("cannot open pad %d: %s\n", index, SDL_GetError());
    return;
  }
  int id = SDL_JoystickInstanceID(joystick);
  describe(id, joystick, controller);
  printf("added %d\n", id);
}

static void handle(const SDL_Event *event) {
  switch (event->type) {
  case SDL_JOYDEVICEADDED:
    add(event->jdevice.which);
    break;
  case SDL_JOYDEVICEREMOVED:
    printf("removed %d\n", (int)event->jdevice.which);
    break;
  case SDL_CONTROLLERBUTTONDOWN:
  case SDL_CONTROLLERBUTTONUP:
    printf("%d %s %d\n", (int)event->cbutton.which,
           SDL_GameControllerGetStringForButton(event->cbutton.button), event->cbutton.state);
    break;
  case SDL_CONTROLLERAXISMOTION:
    printf("%d %s %d\n", (int)event->caxis.which,
           SDL_GameControllerGetStringForAxis(event->caxis.axis), event->caxis.value);
    break;
  }
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static void obey(const char *line) {
  int id;
  unsigned low, high, milliseconds;
  if (sscanf(line, "rumble %d %u %u %u", &id, &low, &high, &milliseconds) != 4) {
    printf("no such command: %s\n", line);
    return;
  }
  long start = now();
  int status = SDL_GameControllerRumble(SDL_GameControllerFromInstanceID(id), (Uint16)low,
                                        (Uint16)high, milliseconds);
  printf("rumbled %d %ld\n", status, now() - start);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
  SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
  if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0) {
    printf("SDL does not start: %s\n", SDL_GetError());
    return 1;
  }
  SDL_version version;
  SDL_GetVersion(&version);
  printf("sdl %d.%d.%d\n", version.major, version.minor, version.patch);

  char line[256];
  size_t length = 0;
  int isReady = 0;
  while (1) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) handle(&event);
    if (!isReady) puts("ready");
    isReady = 1;
    struct pollfd input = {.fd = 0, .events = POLLIN};
    if (poll(&input, 1, 5) <= 0) continue;
    char byte;
    if (read(0, &byte, 1) <= 0) break;
    if (byte != '\n' && length < sizeof line - 1) {
      line[length++] = byte;
    } else {
      line[length] = 0;
      length = 0;
      obey(line);
    }
  }
  SDL_Quit();
  return 0;
}
