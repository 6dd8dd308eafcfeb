// SPDX-License-Identifier: MIT
// What a touch costs at least: the lines of the benchmark and no others, one stick, one pad, one
// button, no rules. `floor` reads, parses and writes; `bare` reads and writes as many bytes; `repeat`
// is a timer and writes at each tick.
//
//     bench-floor SOCKET floor FEEDBACK(0|1) PLAYERS     batches to descriptor 3, 4 and so on
//     bench-floor SOCKET bare FEEDBACK(0|1) LINE_LENGTH
//     bench-floor SOCKET repeat 0 MICROSECONDS
#include <errno.h>
#include <linux/input.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

enum { BATCHES = 3, STICK = 1, PAD = 2, MOST = 16 };

static bool wants_feedback;
static char feedback[65536];
static size_t feedback_length;

static struct input_event batch[8];
static size_t batch_count;

// Those of bench.json5.
static const double stick_radius = 90, stick_dead_zone = 0.1, pad_x = 283, pad_y = 333;
static const double pad_dead_radius = 15;

static struct player {
    int client;
    char input[65536];
    size_t input_length;
    double centre_x, centre_y;
    int axis_x, axis_y, hat_x, hat_y, button;
} players[MOST];

static void report(int type, int code, int *last, int value)
{
    if (*last == value)
        return;
    *last = value;
    batch[batch_count].type = type;
    batch[batch_count].code = code;
    batch[batch_count++].value = value;
}

static void say(const char *text, size_t length)
{
    if (feedback_length + length > sizeof feedback)
        return;
    memcpy(feedback + feedback_length, text, length);
    feedback_length += length;
}

#define SAY(text) say(text, sizeof text - 1)

// Six decimals of a number of at most 1 in magnitude.
static void say_number(double value)
{
    char text[9];
    unsigned rest = (unsigned)(fabs(value) * 1e6 + 0.5);
    if (value < 0)
        SAY("-");
    for (int place = 7; place > 1; place--, rest /= 10)
        text[place] = '0' + rest % 10;
    text[1] = '.';
    text[0] = '0' + rest;
    say(text, 8);
}

static int axis_value(double fraction)
{
    double value = fraction * (fraction < 0 ? 32768 : 32767);
    return (int)(value + copysign(0.5, value));
}

static void stick(struct player *it, bool began, double x, double y)
{
    if (began) {
        it->centre_x = x;
        it->centre_y = y;
    }
    double vx = (x - it->centre_x) / stick_radius, vy = (y - it->centre_y) / stick_radius;
    double length = sqrt(vx * vx + vy * vy), factor = 0;
    if (length > stick_dead_zone)
        factor = (fmin(length, 1) - stick_dead_zone) / (1 - stick_dead_zone) / length;
    report(EV_ABS, ABS_X, &it->axis_x, axis_value(vx * factor));
    report(EV_ABS, ABS_Y, &it->axis_y, axis_value(vy * factor));
    if (wants_feedback && batch_count > 0) {
        SAY("{\"type\":\"event\",\"control\":\"left-stick\",\"event\":\"position\",\"x\":");
        say_number(vx * factor);
        SAY(",\"y\":");
        say_number(vy * factor);
        SAY("}\n");
    }
}

static void pad(struct player *it, double x, double y)
{
    double dx = x - pad_x, dy = y - pad_y, across = fabs(dx), along = fabs(dy);
    int to_x = 0, to_y = 0;
    if (dx * dx + dy * dy >= pad_dead_radius * pad_dead_radius) {
        if (across >= along * 0.41421356237)
            to_x = dx < 0 ? -1 : 1;
        if (along > across * 0.41421356237)
            to_y = dy < 0 ? -1 : 1;
    }
    if (to_x == it->hat_x && to_y == it->hat_y)
        return;
    report(EV_ABS, ABS_HAT0Y, &it->hat_y, to_y);
    report(EV_ABS, ABS_HAT0X, &it->hat_x, to_x);
    if (wants_feedback) {
        static const char *const names[3][3] = {
            {"northWest", "north", "northEast"}, {"west", "", "east"},
            {"southWest", "south", "southEast"}};
        const char *name = names[to_y + 1][to_x + 1];
        SAY("{\"type\":\"event\",\"control\":\"dpad\",\"event\":\"touchDown\",\"direction\":\"");
        say(name, strlen(name));
        SAY("\",\"repeatCount\":0}\n{\"type\":\"haptic\",\"style\":\"light\"}\n");
    }
}

static const char *number(const char *at, double *value)
{
    static const double powers[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    unsigned long digits = 0;
    int decimals = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        digits = digits * 10 + (*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9' && decimals < 9; at++, decimals++)
            digits = digits * 10 + (*at - '0');
    *value = digits / powers[decimals];
    return at;
}

static const char *expect(const char *at, const char *text, size_t length)
{
    if (memcmp(at, text, length) != 0) {
        fprintf(stderr, "bench-floor: not a line of the benchmark: %.80s\n", at);
        exit(1);
    }
    return at + length;
}

#define EXPECT(text) at = expect(at, text, sizeof text - 1)

static void line(struct player *it, const char *at)
{
    EXPECT("{\"type\":\"touch\",\"touches\":[");
    do {
        double id, x, y;
        EXPECT("{\"id\":");
        at = number(at, &id);
        EXPECT(",\"phase\":\"");
        bool began = *at == 'b';
        at += 5;
        EXPECT("\",\"x\":");
        at = number(at, &x);
        EXPECT(",\"y\":");
        at = number(at, &y);
        EXPECT("}");
        if (id == STICK)
            stick(it, began, x, y);
        else if (id == PAD)
            pad(it, x, y);
        else
            report(EV_KEY, BTN_SOUTH, &it->button, began);
    } while (*at++ == ',');
    if (batch_count == 0)
        return;
    batch[batch_count].type = EV_SYN;
    batch[batch_count].code = SYN_REPORT;
    batch[batch_count++].value = 0;
    if (write(BATCHES + (it - players), batch, batch_count * sizeof batch[0]) < 0)
        exit(1);
    batch_count = 0;
}

static void lines(struct player *it)
{
    char *start = it->input, *end;
    while ((end = memchr(start, '\n', it->input + it->input_length - start)) != NULL) {
        line(it, start);
        start = end + 1;
    }
    it->input_length -= start - it->input;
    memmove(it->input, start, it->input_length);
    if (feedback_length > 0) {
        if (write(it->client, feedback, feedback_length) < 0)
            exit(1);
        feedback_length = 0;
    }
}

static void serve(int listener, int count)
{
    struct pollfd waiting[1 + MOST] = {{listener, POLLIN, 0}};
    for (int index = 0; index < count; index++)
        waiting[1 + index] = (struct pollfd){players[index].client, POLLIN, 0};
    while (poll(waiting, 1 + count, -1) >= 0 || errno == EINTR) {
        for (int index = 0; index < count; index++) {
            struct player *it = &players[index];
            if (waiting[1 + index].revents == 0)
                continue;
            ssize_t length = read(it->client, it->input + it->input_length,
                                  sizeof it->input - it->input_length);
            if (length <= 0)
                return;
            it->input_length += length;
            lines(it);
        }
    }
}

static void serve_bare(int client, size_t line_length)
{
    static const char answer[] =
        "{\"type\":\"event\",\"control\":\"left-stick\",\"event\":\"position\","
        "\"x\":0.123456,\"y\":-0.123456}\n";
    size_t rest = 0;
    char *input = players[0].input;
    for (;;) {
        ssize_t count = read(client, input, sizeof players[0].input);
        if (count <= 0)
            return;
        for (rest += count; rest >= line_length; rest -= line_length) {
            if (write(BATCHES, batch, 3 * sizeof batch[0]) < 0)
                exit(1);
            if (wants_feedback)
                say(answer, sizeof answer - 1);
        }
        if (feedback_length > 0 && write(client, feedback, feedback_length) < 0)
            exit(1);
        feedback_length = 0;
    }
}

// A key that repeats from when the client says something until it goes.
static void serve_repeat(int client, long interval)
{
    struct timespec period = {interval / 1000000, interval % 1000000 * 1000};
    struct itimerspec timer = {period, period};
    struct epoll_event tick = {EPOLLIN, {0}}, word = {EPOLLIN, {.u32 = 1}}, ready;
    int clock = timerfd_create(CLOCK_MONOTONIC, 0), loop = epoll_create1(0);
    if (clock < 0 || loop < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, clock, &tick) < 0 ||
        epoll_ctl(loop, EPOLL_CTL_ADD, client, &word) < 0) {
        perror("bench-floor");
        exit(1);
    }
    batch[0].type = EV_KEY;
    batch[0].code = KEY_UP;
    batch[0].value = 2;
    while (epoll_wait(loop, &ready, 1, -1) == 1) {
        unsigned long long count;
        if (ready.data.u32 == 1) {
            if (read(client, players[0].input, sizeof players[0].input) <= 0)
                return;
            timerfd_settime(clock, 0, &timer, NULL);
        } else if (read(clock, &count, sizeof count) < 0 ||
                   write(BATCHES, batch, 2 * sizeof batch[0]) < 0) {
            exit(1);
        }
    }
}

// A hello, and the welcome that it wants.
static int welcome(int listener)
{
    static const char answer[] = "{\"type\":\"welcome\"}\n";
    int client = accept(listener, NULL, NULL);
    char byte;
    do {
        if (read(client, &byte, 1) != 1)
            exit(1);
    } while (byte != '\n');
    if (write(client, answer, sizeof answer - 1) < 0)
        exit(1);
    return client;
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 5)
        return 64;
    wants_feedback = atoi(argv[3]);
    long number = atol(argv[4]);
    strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0) {
        perror("bench-floor");
        return 1;
    }
    if (strcmp(argv[2], "bare") == 0) {
        serve_bare(welcome(listener), number);
    } else if (strcmp(argv[2], "repeat") == 0) {
        serve_repeat(welcome(listener), number);
    } else if (number >= 1 && number <= MOST) {
        for (int index = 0; index < number; index++)
            players[index].client = welcome(listener);
        serve(listener, number);
    }
    return 0;
}
